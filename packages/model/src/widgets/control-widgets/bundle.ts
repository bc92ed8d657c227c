/** The bundle `control_widgets`: devices are controlled by RPC calls. */

import type { SystemBundle } from '../system-widget.ts'

export const bundle: SystemBundle = {
  alias: 'control_widgets',
  title: 'Control widgets',
  description: 'Control devices by RPC calls',
  cover: 'switch_control',
}
