-- Half pairs of surrogates, which ended the process that read them: unreadable in any case.
UPDATE "Audit" SET "username" = '?'
  WHERE EXISTS (SELECT 1 FROM (VALUES (x'EDA0'),(x'EDA1'),(x'EDA2'),(x'EDA3'),(x'EDA4'),(x'EDA5'),(x'EDA6'),(x'EDA7'),(x'EDA8'),(x'EDA9'),(x'EDAA'),(x'EDAB'),(x'EDAC'),(x'EDAD'),(x'EDAE'),(x'EDAF'),(x'EDB0'),(x'EDB1'),(x'EDB2'),(x'EDB3'),(x'EDB4'),(x'EDB5'),(x'EDB6'),(x'EDB7'),(x'EDB8'),(x'EDB9'),(x'EDBA'),(x'EDBB'),(x'EDBC'),(x'EDBD'),(x'EDBE'),(x'EDBF')) WHERE instr(CAST("username" AS BLOB), column1) > 0);
UPDATE "Audit" SET "target" = '?'
  WHERE EXISTS (SELECT 1 FROM (VALUES (x'EDA0'),(x'EDA1'),(x'EDA2'),(x'EDA3'),(x'EDA4'),(x'EDA5'),(x'EDA6'),(x'EDA7'),(x'EDA8'),(x'EDA9'),(x'EDAA'),(x'EDAB'),(x'EDAC'),(x'EDAD'),(x'EDAE'),(x'EDAF'),(x'EDB0'),(x'EDB1'),(x'EDB2'),(x'EDB3'),(x'EDB4'),(x'EDB5'),(x'EDB6'),(x'EDB7'),(x'EDB8'),(x'EDB9'),(x'EDBA'),(x'EDBB'),(x'EDBC'),(x'EDBD'),(x'EDBE'),(x'EDBF')) WHERE instr(CAST("target" AS BLOB), column1) > 0);
