/** How each part of a message looks in HTML, by what the tests call it. */
const LOOKS: Readonly<Record<string, string>> = {
	page: 'font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px;max-width:680px;overflow-wrap:break-word;word-wrap:break-word',
	title: 'margin:0;font-size:20px;line-height:26px;font-weight:bold',
	period: 'margin:4px 0 0;font-size:13px',
	rows: 'width:100%;margin-top:16px;border-collapse:collapse;table-layout:fixed',
	heading:
		'padding:0 8px 6px 0;border-bottom:2px solid #808080;font-size:12px;line-height:16px;text-align:left;vertical-align:bottom',
	project: 'padding:20px 0 6px;border-bottom:1px solid #808080;font-size:16px;text-align:left',
	cell: 'padding:9px 8px 9px 0;border-bottom:1px solid #a0a0a0;text-align:left;vertical-align:top',
	name: 'padding:9px 0 4px;text-align:left',
	small: 'font-size:12px;line-height:17px',
	change: 'font-size:12px',
	bars: 'width:100%;margin-top:4px;border-collapse:collapse',
	bar: 'padding:0;border-top:7px solid #4a7ebb;font-size:1px;line-height:1px',
	rest: 'padding:0;font-size:1px;line-height:1px',
	end: 'margin:12px 0 0;font-size:13px',
};
const NAMES = new Map(Object.entries(LOOKS).map(([name, style]) => [style, name]));

const TABLE = '<table width="100%" cellpadding="0" cellspacing="0" border="0" rows>';

/** A bar as `allLinesOf` a message in `short` form has it. */
export function bar(percent: number): string {
	const rest = percent < 100 ? `<td width="${100 - percent}%" rest>&nbsp;</td>` : '';
	return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bars><tr><td width="${percent}%" bar>&nbsp;</td>${rest}</tr></table>`;
}

/** HTML with the names of the looks in place of the styles, and one for what each table has. */
export function short(html: string): string {
	return html
		.replace(/style="([^"]*)"/g, (style, look: string) => NAMES.get(look) ?? style)
		.replace(TABLE, '<table>');
}
