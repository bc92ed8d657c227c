/** Widget type `charts.state_chart`: states over time. */

import { timeChartType } from '../../time-chart/time-chart.tsx'

export default timeChartType('state')
