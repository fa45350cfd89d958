/**
 * A small client for Reverie's API: https://…/api/docs. Runs in browsers, Node (22 or later), Bun and Deno.
 *
 * @typedef {{ id: number, at: number, codec: number, key: boolean, asksForAck: boolean, data: Uint8Array<ArrayBuffer> }} Frame
 *   at: ms since the epoch at the generator; codec: 0 JPEG, 1 H.264
 * @typedef {{ id: string, text: string, frame_id: number | null, superseded?: true, note?: string, drawn?: false }} Receipt
 *   the frame from which a prompt shows; null if superseded
 * @typedef {{ job_status: string, time_left: number, end_text?: string, recording?: false, counted?: false }} Status
 * @typedef {{ position: number | null, note: string | null }} Wait
 * @typedef {{ session_id: string, dream_name: string | null, job_status: string, video_url: string | null,
 *   duration_seconds: number | null }} Session and more, see /api/docs
 * @typedef {{ sessions: Session[], activeSession: Session | null, nextCursor: string | null }} Sessions
 * @typedef {{ sessionId: string, status: string, ready: boolean, websocketUrl: string | null, error: string | null,
 *   queuePosition: number | null, note?: string }} Connection
 * @typedef {{ type: string, [more: string]: any }} Message
 * @typedef {{ code: number, reason: string }} Closing
 * @typedef {{ state: 'waiting' | 'live' | 'ended' | 'closed' | 'full' | 'sign-in' | 'offline',
 *   websocketUrl: string | null, watching: number, sharedUrl: string | null }} Place of an audience's link
 * @typedef {{ codecs?: readonly number[], sound?: boolean, again?: string | undefined, acknowledges?: boolean }} WatchOptions
 *   codecs: the best first, default JPEG; again: a player's key, from their `audience` message;
 *   acknowledges: false to call `acknowledge` when a frame is shown
 * @typedef {{ open: null, frame: Frame, sound: ArrayBuffer, status: Status, receipt: Receipt, message: Message,
 *   place: Place, lost: Closing, closed: Closing }} Events
 *   sound: a packet with its header; lost: the connection; closed: the dream, or its link
 */
export type Frame = {
    id: number;
    at: number;
    codec: number;
    key: boolean;
    asksForAck: boolean;
    data: Uint8Array<ArrayBuffer>;
};
export type Receipt = {
    id: string;
    text: string;
    frame_id: number | null;
    superseded?: true;
    note?: string;
    drawn?: false;
};
export type Status = {
    job_status: string;
    time_left: number;
    end_text?: string;
    recording?: false;
    counted?: false;
};
export type Wait = {
    position: number | null;
    note: string | null;
};
export type Session = {
    session_id: string;
    dream_name: string | null;
    job_status: string;
    video_url: string | null;
    duration_seconds: number | null;
};
export type Sessions = {
    sessions: Session[];
    activeSession: Session | null;
    nextCursor: string | null;
};
export type Connection = {
    sessionId: string;
    status: string;
    ready: boolean;
    websocketUrl: string | null;
    error: string | null;
    queuePosition: number | null;
    note?: string;
};
export type Message = {
    type: string;
    [more: string]: any;
};
export type Closing = {
    code: number;
    reason: string;
};
export type Place = {
    state: 'waiting' | 'live' | 'ended' | 'closed' | 'full' | 'sign-in' | 'offline';
    websocketUrl: string | null;
    watching: number;
    sharedUrl: string | null;
};
export type WatchOptions = {
    codecs?: readonly number[];
    sound?: boolean;
    again?: string | undefined;
    acknowledges?: boolean;
};
export type Events = {
    open: null;
    frame: Frame;
    sound: ArrayBuffer;
    status: Status;
    receipt: Receipt;
    message: Message;
    place: Place;
    lost: Closing;
    closed: Closing;
};
/** A refused call. `code` is stable; the message is for people. */
export declare class ReverieError extends Error {
    code: string;
    status: number;
    /** @param {string} message @param {string} code @param {number} [status] of HTTP */
    constructor(message: string, code: string, status?: number);
}
export declare class Reverie {
    #private;
    /**
     * @param {object} options
     * @param {string} options.url `https://dreams.example`
     * @param {string} [options.token] an API token from Settings: `rvt_…`; watching needs none
     * @param {string} [options.language] of texts for people
     */
    constructor({ url, token, language }: {
        url: string;
        token?: string;
        language?: string;
    });
    /**
     * Makes any call of the API. Waits and repeats it while the server is busy.
     * @param {string} method @param {string} path @param {unknown} [body] sent as JSON
     * @returns {Promise<any>} @throws {ReverieError}
     */
    call(method: string, path: string, body?: unknown): Promise<any>;
    /**
     * Your dreams, 60 a page.
     * @param {{ cursor?: string, q?: string, sort?: 'newest' | 'oldest' | 'name-asc' | 'name-desc' }} [query]
     * @returns {Promise<Sessions>}
     */
    dreams(query?: {
        cursor?: string;
        q?: string;
        sort?: 'newest' | 'oldest' | 'name-asc' | 'name-desc';
    }): Promise<Sessions>;
    /**
     * Starts a dream, or joins the one that is live, and resolves once it is ready for prompts.
     * @param {{ sessionId?: string, onWait?: (wait: Wait) => void }} [options]
     * @returns {Promise<Dream>} @throws {ReverieError}
     */
    connect({ sessionId, onWait }?: {
        sessionId?: string;
        onWait?: (wait: Wait) => void;
    }): Promise<Dream>;
    /**
     * Watches a live dream. @param {string} id last part of its link, `/watch/…` @param {WatchOptions} [options]
     */
    watch(id: string, options?: WatchOptions): Watching;
    /**
     * Asks until the dream is ready.
     * @param {string} [sessionId] @param {(wait: Wait) => void} [onWait]
     * @returns {Promise<Connection>}
     */
    ready(sessionId?: string, onWait?: (wait: Wait) => void): Promise<Connection>;
}
/** A socket of a live dream. */
export declare class Live {
    #private;
    isOver: boolean;
    /** @type {WebSocket | null} */
    socket: WebSocket | null;
    /** @param {{ acknowledges?: boolean }} [options] @param {number} [ackDelay] of video, in ms */
    constructor({ acknowledges }?: {
        acknowledges?: boolean;
    }, ackDelay?: number);
    /**
     * Calls a handler for each event; the result stops it.
     * @template {keyof Events} K @param {K} kind @param {(event: Events[K]) => void} handle
     */
    on<K extends keyof Events>(kind: K, handle: (event: Events[K]) => void): () => boolean;
    /** Sends any message of the socket (/api/asyncapi.json). @param {Message} message */
    send(message: Message): void;
    /** @param {Pick<Frame, 'id' | 'at' | 'codec' | 'asksForAck'>} frame */
    acknowledge(frame: Pick<Frame, 'id' | 'at' | 'codec' | 'asksForAck'>): void;
    /** @param {string} address @param {WatchOptions} [options] */
    open(address: string, { codecs, sound, again }?: WatchOptions): void;
    /** Gives up this connection, for example because nothing comes. @param {number} code @param {string} [reason] */
    lose(code: number, reason?: string): void;
    /** Closes for good. */
    close(code?: number, reason?: string): void;
    /** @template {keyof Events} K @param {K} kind @param {Events[K]} event */
    tell<K extends keyof Events>(kind: K, event: Events[K]): void;
}
/** Your live dream. */
export declare class Dream extends Live {
    #private;
    id: string;
    /** Resolves when the socket is open. @type {Promise<void>} */
    opened: Promise<void>;
    /** @param {Reverie} reverie @param {Connection} connection */
    constructor(reverie: Reverie, { sessionId, websocketUrl }: Connection);
    /**
     * Sends a prompt and resolves once it shows, or a newer one superseded it.
     * @param {string} text @returns {Promise<Receipt>}
     */
    prompt(text: string): Promise<Receipt>;
    /** Sets a control of the generator. @param {string} name @param {number | boolean | string} value */
    control(name: string, value: number | boolean | string): void;
    /**
     * Holds axes (-1 to 1) and buttons of a control of kind `axes` for a second. Repeat it to go on.
     * @param {string} name @param {{ axes?: Record<string, number>, buttons?: string[] }} held
     */
    steer(name: string, { axes, buttons }: {
        axes?: Record<string, number>;
        buttons?: string[];
    }): void;
    /** Ends the dream and keeps its recording. */
    end(): Promise<void>;
}
/** A dream as its audience sees it, for as long as its link is open. */
export declare class Watching extends Live {
    #private;
    /** Used from the next connection on. @type {WatchOptions} */
    options: WatchOptions;
    /** @param {Reverie} reverie @param {string} id @param {WatchOptions} [options] */
    constructor(reverie: Reverie, id: string, options?: WatchOptions);
}
