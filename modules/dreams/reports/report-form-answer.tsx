import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { toAppError } from '../../kit/errors.ts';
import { check } from '../../kit/http/http.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext } from '../../web/context.ts';
import { renderPage } from '../../web/document.tsx';
import { type ReportRequest, reportRequest } from '../contract/schemas.ts';
import type { SentReport } from '../pages/report-form.tsx';
import { ReportedPage } from '../pages/reported.tsx';

interface ReportFormOptions {
  /** address of the page that is reported */
  back: string;
  /** Files the report. @returns its reference number @throws AppError */
  receive: (given: ReportRequest) => Promise<string>;
  /** Shows the page with what was typed and the fault. */
  again: (sent: { status: ContentfulStatusCode; report: SentReport }) => Promise<Response>;
}

/** Answers the form of a report with its reference number, or with the form and what is wrong with it. */
export async function answerReportForm(c: AppContext, { back, receive, again }: ReportFormOptions) {
  const { reason, message, contact } = await c.req.parseBody();
  const typed = {
    reason: String(reason ?? ''),
    message: String(message ?? ''),
    contact: String(contact ?? '').trim(),
  };
  try {
    const given = check(reportRequest, typed);
    const reference = await receive(given);
    return await renderPage(c, {
      title: m.dreams_reported_title(),
      status: 201,
      page: <ReportedPage {...{ back, reference }} isMailed={given.contact !== null} />,
    });
  } catch (error) {
    const { message: fault, status, retryAfter } = toAppError(error);
    if (status === 404) throw error;
    if (retryAfter) c.header('Retry-After', String(Math.ceil(retryAfter)));
    return again({ status, report: { ...typed, fault } });
  }
}
