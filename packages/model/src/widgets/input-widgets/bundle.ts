/** The bundle `input_widgets`: users enter attributes and telemetry. */

import type { SystemBundle } from '../system-widget.ts'

export const bundle: SystemBundle = {
  alias: 'input_widgets',
  title: 'Input widgets',
  description: 'Enter attributes and telemetry',
  cover: 'update_multiple_attributes',
}
