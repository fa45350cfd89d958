import { formatNumber } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { decimal } from '../format.ts';

/** 45 s, 12 min 5 s, 3 h 20 min; a dash for null. */
export function duration(seconds: number | null): string {
  if (seconds === null) return m.admin_no_value();
  if (seconds > 0 && seconds < 10) return m.admin_seconds({ seconds: decimal(seconds, 1) });
  const whole = Math.round(seconds);
  if (whole < 60) return m.admin_seconds({ seconds: formatNumber(whole) });
  const minutes = Math.floor(whole / 60);
  if (minutes >= 60) return m.admin_hours({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  return whole % 60 === 0
    ? m.admin_minutes({ minutes })
    : m.admin_minutes_seconds({ minutes, seconds: whole % 60 });
}

/** Dollars and cents; a dash for null. */
export function dollars(amount: number | null): string {
  if (amount === null) return m.admin_no_value();
  const text = (value: number) => formatNumber(value, { style: 'currency', currency: 'USD' });
  return amount > 0 && amount < 0.01 ? m.admin_less_than({ amount: text(0.01) }) : text(amount);
}
