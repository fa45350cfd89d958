/** An answer to the question whether news may come by mail; `ask`: not answered yet. */
export type News = 'yes' | 'no' | 'ask';
