/** The bundle `charts`: values over time (widgets.md §4.4). */

import { choice, color, flag, settingsForm, text } from './settings-form.ts'
import type { SystemBundle } from './system-type.ts'
import { images } from './widget-images.ts'

export const charts: SystemBundle = {
  alias: 'charts',
  title: 'Charts',
  description: 'Values over time',
  image: images.chart,
  types: [
    {
      alias: 'basic_timeseries',
      name: 'Time series chart',
      description: 'Lines over the time window, with limits, a second axis and an earlier period to compare with',
      image: images.chart,
      kind: 'timeseries',
      size: [8, 5],
      settings: settingsForm('Time series chart', {
        stack: flag('Stack the lines', false),
        hideZeros: flag('Leave zeros out of the tooltip', false),
        showTooltip: flag('Show a tooltip', true),
        tooltipIndividual: flag('Tooltip of one line only', false),
        tooltipCumulative: flag('Sum up values in the tooltip of a stack', false),
        'grid.horizontalLines': flag('Horizontal lines', true),
        'xaxis.showLabels': flag('Show times', true),
        'yaxis.title': text('Title of the value axis'),
        'yaxis.showLabels': flag('Show values', true),
        comparisonEnabled: flag('Compare with an earlier period', false),
        timeForComparison: choice('Earlier period', 'previousInterval', {
          previousInterval: 'The one before',
          days: 'A day ago',
          weeks: 'A week ago',
          months: 'A month ago',
          years: 'A year ago',
        }),
      }),
      keySettings: settingsForm('Line', {
        hideDataByDefault: flag('Hidden at first', false),
        disableDataHiding: flag('Cannot be hidden', false),
        removeFromLegend: flag('Not in the legend', false),
        excludeFromStacking: flag('Not in the stack', false),
        fillLines: flag('Fill the area', false),
        showPoints: flag('Show points', false),
        showSeparateAxis: flag('An axis of its own', false),
        axisTitle: text('Title of its axis'),
        axisPosition: choice('Side of its axis', 'left', { left: 'Left', right: 'Right' }),
        'comparisonSettings.showValuesForComparison': flag('Show the earlier period', true),
        'comparisonSettings.comparisonValuesLabel': text('Label of the earlier period'),
        'comparisonSettings.color': color('Colour of the earlier period'),
      }),
      config: { showLegend: true },
    },
  ],
}
