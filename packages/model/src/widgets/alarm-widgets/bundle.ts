/** The bundle `alarm_widgets`: lists of alarms. */

import type { SystemBundle } from '../system-widget.ts'

export const bundle: SystemBundle = {
  alias: 'alarm_widgets',
  title: 'Alarm widgets',
  description: 'Live lists of alarms',
  cover: 'alarms_table',
}
