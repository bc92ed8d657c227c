/** The bundle `charts`: values over time. */

import type { SystemBundle } from '../system-widget.ts'

export const bundle: SystemBundle = {
  alias: 'charts',
  title: 'Charts',
  description: 'Values over time',
  cover: 'basic_timeseries',
}
