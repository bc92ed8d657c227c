/** Widget type `charts.timeseries_bars_flot`: bars over time, one for each interval. */

import { timeChartType } from '../../time-chart/time-chart.tsx'

export default timeChartType('bar')
