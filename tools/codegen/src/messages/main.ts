import { writeOrCheck } from '../write-or-check.ts';
import { catalogueFiles, untranslated } from './catalogues.ts';

const files = await catalogueFiles();
writeOrCheck(files, 'node tools/codegen/src/messages/main.ts');
for (const line of await untranslated(files)) console.log(`to be translated (docs/swahili.md) in ${line}`);
