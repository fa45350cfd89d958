/**
 * A small client for Reverie's API: https://…/api/docs. Runs in browsers, Node (22 or later), Bun and Deno.
 *
 * @typedef {{ id: number, at: number, codec: number, key: boolean, data: Uint8Array<ArrayBuffer> }} Frame
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
 * @typedef {{ frame: Frame, status: Status, receipt: Receipt, message: Message, closed: { code: number, reason: string } }} Events
 */
export type Frame = {
    id: number;
    at: number;
    codec: number;
    key: boolean;
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
export type Events = {
    frame: Frame;
    status: Status;
    receipt: Receipt;
    message: Message;
    closed: {
        code: number;
        reason: string;
    };
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
     * @param {string} options.token an API token from Settings: `rvt_…`
     */
    constructor({ url, token }: {
        url: string;
        token: string;
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
     * Asks until the dream is ready.
     * @param {string} [sessionId] @param {(wait: Wait) => void} [onWait]
     * @returns {Promise<Connection>}
     */
    ready(sessionId?: string, onWait?: (wait: Wait) => void): Promise<Connection>;
}
/** A live dream. */
export declare class Dream {
    #private;
    id: string;
    /** Resolves when the socket is open. @type {Promise<void>} */
    opened: Promise<void>;
    /** @param {Reverie} reverie @param {Connection} connection */
    constructor(reverie: Reverie, { sessionId, websocketUrl }: Connection);
    /**
     * Calls a handler for each event; the result stops it.
     * @template {keyof Events} K @param {K} kind @param {(event: Events[K]) => void} handle
     */
    on<K extends keyof Events>(kind: K, handle: (event: Events[K]) => void): () => boolean;
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
    /** Sends any message of the viewer's socket (/api/asyncapi.json). @param {Message} message */
    send(message: Message): void;
    /** Ends the dream and keeps its recording. */
    end(): Promise<void>;
}
