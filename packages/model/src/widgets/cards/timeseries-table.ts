/** `cards.timeseries_table`: values of the time window as rows. */

import { tablePicture } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { flag, settingsOf, wholeNumber } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'
import { cellFunctionSettings, rowFunctionSettings } from '../table-functions.ts'

const settings = settingsOf({
  enableSearch: flag('Search', true),
  showTimestamp: flag('Show time', true),
  showMilliseconds: flag('Show milliseconds', false),
  displayPagination: flag('Show pagination', true),
  defaultPageSize: wholeNumber('Rows per page', 10, { minimum: 1 }),
  hideEmptyLines: flag('Hide empty rows', false),
  useEntityLabel: flag('Entity label on tabs', false),
  ...rowFunctionSettings('rowData'),
})

const keySettings = settingsOf(cellFunctionSettings('rowData'), 'Column')

export const readTimeseriesTable = settingsReader(settings)
export const readTimeseriesColumn = settingsReader(keySettings)

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'timeseries_table',
    name: 'Table of values over time',
    description: 'Values of the time window, newest first',
    picture: tablePicture,
    kind: 'timeseries',
    size: [8, 6.5],
    order: 3,
    settings,
    keySettings,
  },
]
