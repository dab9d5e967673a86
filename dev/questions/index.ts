import { Bench } from '../engine';
import { serve } from './serve';
import { tryQuestions } from './try';

/** `npm run questions`: asks every question of the table, and says which answers are not the truth; `-- --answers` shows all. */
async function main(): Promise<void> {
	const bench = await new Bench().open();
	const tried = await tryQuestions(bench);
	const wrong = tried.filter(({ faults }) => faults.length > 0);
	console.log(`${tried.length - wrong.length} of ${tried.length} right`);
	for (const { question, faults, answer } of process.argv.includes('--answers') ? tried : wrong) {
		console.log(`- ${question}\n  ${faults.join('; ')}\n  ${answer}`);
	}
	if (wrong.length > 0) process.exitCode = 1;
	await bench.close();
}

const at = process.argv.indexOf('--serve');
void (at < 0 ? main() : serve(Number(process.argv[at + 1] ?? 4999)));
