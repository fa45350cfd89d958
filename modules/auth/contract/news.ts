/** Answer to the offer of news by mail; `ask`: not answered yet. */
export type News = 'yes' | 'no' | 'ask';
