import { isJson } from '../../sandbox/json';
import { Examination, SUBJECTS } from './subjects';

/** Examines whatever part the process that started this one sends, until it disconnects. */
async function work(): Promise<void> {
	const examination = await Examination.open();
	process.on('disconnect', () => void examination.close());
	process.on('message', (message) => {
		if (!isJson(message)) return;
		const name = SUBJECTS.find((subject) => subject === message.name);
		if (name === undefined) return;
		const { seed, count } = message;
		void examination
			.examine(name, Number(seed), Number(count))
			.then((tally) => process.send?.(tally));
	});
	process.send?.('ready');
}

void work();
