CREATE TABLE people (
	id VARCHAR(64) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	created INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE holds (
	game VARCHAR(64) NOT NULL, 
	seat VARCHAR(40) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	seen INTEGER NOT NULL, 
	PRIMARY KEY (game, seat, person), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE, 
	FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE tables (
	game VARCHAR(64) NOT NULL, 
	pack TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	turn VARCHAR(120) NOT NULL, 
	last TEXT NOT NULL, 
	guide INTEGER NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO people VALUES('abababababababababababababababababababababababababababababababab','Vera',1794780122);
INSERT INTO holds VALUES('eecc57734aae1e6ac99096adf04de980','red','abababababababababababababababababababababababababababababababab',3);
