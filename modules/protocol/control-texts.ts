import { formatList, formatSetting } from '../kit/texts/formats.ts';
import { m } from '../kit/texts/m.ts';
import { type Control, type ControlValue, controlFault, pictureDigest, videoSource } from './controls.ts';

const TYPES: Record<Control['kind'], (slots: { label: string }) => string> = {
  number: m.protocol_control_number,
  choice: m.protocol_control_words,
  switch: m.protocol_control_switch,
  text: m.protocol_control_words,
  picture: m.protocol_control_picture,
  video: m.protocol_control_video,
  axes: m.protocol_control_axes,
};

/** Explains to the viewer why a control can't have this value; null if it can. */
export function controlFaultText(control: Control, value: ControlValue): string | null {
  const fault = controlFault(control, value);
  if (fault === null) return null;
  const { label } = control;
  if (control.kind === 'number' && fault === 'range')
    return m.protocol_control_range({
      label,
      min: formatSetting(control.min),
      max: formatSetting(control.max),
    });
  if (control.kind === 'choice')
    return m.protocol_control_choice({ label, choices: formatList(control.choices, 'unit') });
  if (control.kind === 'text' && fault === 'length')
    return m.protocol_control_length({ label, max: `${control.max}` });
  return TYPES[control.kind]({ label });
}

export function controlText(value: ControlValue): string {
  if (typeof value === 'boolean') return value ? m.protocol_value_on() : m.protocol_value_off();
  if (typeof value === 'number') return formatSetting(value);
  if (pictureDigest(value) !== null) return m.protocol_value_picture();
  const source = videoSource(value);
  if (source === 'camera') return m.protocol_value_camera();
  if (source === 'screen') return m.protocol_value_screen();
  if (source === null) return m.protocol_value_off();
  return value === '' ? m.protocol_value_nothing() : String(value);
}
