/** The bundle `digital_gauges`: one value on a scale. */

import type { SystemBundle } from '../system-widget.ts'

export const bundle: SystemBundle = {
  alias: 'digital_gauges',
  title: 'Digital gauges',
  description: 'One value on a scale',
  cover: 'gauge_justgage',
}
