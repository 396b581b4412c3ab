"""The commands of ``kurgan``, each imported only when it is used."""
