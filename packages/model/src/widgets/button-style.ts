/** Look of the buttons of control widgets. */

import { color, flag, settingsOf } from './settings-schema.ts'

const group = { group: 'Button' }

export const buttonStyle = settingsOf({
  isRaised: flag('Raised', true, group),
  isPrimary: flag('Primary color', false, group),
  bgColor: color('Background color', group),
  textColor: color('Text color', group),
})
