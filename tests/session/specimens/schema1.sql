BEGIN TRANSACTION;
CREATE TABLE games (
	id VARCHAR(64) NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	title VARCHAR(40) NOT NULL, 
	scenario VARCHAR(80) NOT NULL, 
	awaited VARCHAR(40) NOT NULL, 
	outcome TEXT NOT NULL, 
	created INTEGER NOT NULL, 
	updated INTEGER NOT NULL, 
	vault TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('eecc57734aae1e6ac99096adf04de980','','lanterns','duel','','',1794780122,1794780122,'{"game": "eecc57734aae1e6ac99096adf04de980", "secrets": {"246d8f1f3c0351918f5d9d43852a56451e677bdeddad3a77724d7ed70842b14b": "aa230c988593d2feeea2a404f7ac1f7ae143463119bc9ddc85cb7e2c24156516"}}');
CREATE TABLE lines (
	game VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	at INTEGER NOT NULL, 
	PRIMARY KEY (game, number), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "lines" VALUES('eecc57734aae1e6ac99096adf04de980',1,'{"number": 1, "kind": "header", "kurgan": "record", "format": 1, "title": "lanterns", "pack": {"title": "Lanterns, the test pack", "checksum": "toy", "reconstructed": false, "folder": ""}, "rules": 1, "scenario": "duel", "options": {"rounds": "3", "bold": "off"}, "seats": [{"seat": "red", "held": "person", "name": ""}, {"seat": "blue", "held": "open", "name": ""}], "game": "eecc57734aae1e6ac99096adf04de980", "commitment": "246d8f1f3c0351918f5d9d43852a56451e677bdeddad3a77724d7ed70842b14b", "seed": "specimen", "prev": "", "check": "c10ec033d1a87a21"}',1794780122);
INSERT INTO "lines" VALUES('eecc57734aae1e6ac99096adf04de980',2,'{"number": 2, "kind": "dice", "seat": "dice", "rule": "1", "step": "draw_card", "n": 0, "asked": "1 of 5", "secret": true, "prev": "c10ec033d1a87a21", "check": "9f3eadf9f63db93d"}',1794780122);
INSERT INTO "lines" VALUES('eecc57734aae1e6ac99096adf04de980',3,'{"number": 3, "kind": "answer", "seat": "red", "rule": "2.1", "step": "bid", "answer": "bid 2", "prev": "9f3eadf9f63db93d", "check": "2cee54fc7c7695b2"}',1794780122);
INSERT INTO "lines" VALUES('eecc57734aae1e6ac99096adf04de980',4,'{"number": 4, "kind": "answer", "seat": "red", "rule": "2.2", "step": "aim", "answer": "left", "prev": "2cee54fc7c7695b2", "check": "0589f6e495961679"}',1794780122);
INSERT INTO "lines" VALUES('eecc57734aae1e6ac99096adf04de980',5,'{"number": 5, "kind": "dice", "seat": "dice", "rule": "2.3", "step": "roll", "n": 1, "asked": "2d6", "answer": "roll 6+1", "prev": "0589f6e495961679", "check": "f760affa84e2af1f"}',1794780122);
CREATE TABLE orders (
	game VARCHAR(64) NOT NULL, 
	seat VARCHAR(40) NOT NULL, 
	step VARCHAR(80) NOT NULL, 
	how VARCHAR(20) NOT NULL, 
	what TEXT NOT NULL, 
	PRIMARY KEY (game, seat, step), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "orders" VALUES('eecc57734aae1e6ac99096adf04de980','blue','show','never','');
CREATE TABLE schema (
	version INTEGER NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "schema" VALUES(1);
CREATE TABLE seats (
	game VARCHAR(64) NOT NULL, 
	seat VARCHAR(40) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	PRIMARY KEY (game, seat), 
	UNIQUE (token_hash), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('eecc57734aae1e6ac99096adf04de980','red','Vera','2fd4de706f9dfb4031c7c7b7e39dad9af418943fb2f50ed4ff912126a5f04c88');
CREATE TABLE snapshots (
	game VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	position TEXT NOT NULL, 
	PRIMARY KEY (game, number), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "snapshots" VALUES('eecc57734aae1e6ac99096adf04de980',5,'{"number": 5, "check": "f760affa84e2af1f", "rules": 1, "checksum": "toy", "state": {"rounds": 3, "limit": 3, "round": 0, "card": 1, "shown": 0, "bid": 2, "score": [2, 0], "stack": [["lanterns", ""], ["rounds"], ["round", "show"], ["reply"]]}}');
CREATE TABLE talk (
	game VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	seat VARCHAR(40) NOT NULL, 
	audience VARCHAR(40) NOT NULL, 
	text TEXT NOT NULL, 
	at INTEGER NOT NULL, 
	PRIMARY KEY (game, number), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "talk" VALUES('eecc57734aae1e6ac99096adf04de980',1,'red','','hello',1794780122);
COMMIT;
