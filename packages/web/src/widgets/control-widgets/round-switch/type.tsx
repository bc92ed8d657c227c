/** Widget type `control_widgets.round_switch`: a round switch for a boolean of a device. */

import { readRoundSwitch } from '@sonde/model/widgets/control-widgets/switches'
import { type WidgetProps, widgetType } from '../../../dashboards/widget-api.ts'
import { controlFunctionNames } from '../../device-control/control-functions.ts'
import { DeviceSwitch } from '../../device-control/device-switch.tsx'

const RoundSwitch = (props: WidgetProps) => (
  <DeviceSwitch props={props} settings={readRoundSwitch(props.widget.config.settings).values} look="round" />
)

export default widgetType(RoundSwitch, {
  requests: () => [],
  settings: ({ config }) => readRoundSwitch(config.settings),
  ownsStates: true,
  runs: controlFunctionNames,
  hasTable: false,
})
