import { writeOrCheck } from '../write-or-check.ts';
import { catalogueFiles } from './catalogues.ts';

writeOrCheck(await catalogueFiles(), 'node tools/codegen/src/messages/main.ts');
