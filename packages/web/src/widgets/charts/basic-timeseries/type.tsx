/** Widget type `charts.basic_timeseries`: lines over time. */

import { timeChartType } from '../../time-chart/time-chart.tsx'

export default timeChartType('line')
