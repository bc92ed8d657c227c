/** `cards.entities_table`: entities of an alias with their latest values. */

import { tablePicture } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { choice, flag, settingsOf, text, wholeNumber } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'
import { cellFunctionSettings, rowFunctionSettings } from '../table-functions.ts'

const settings = settingsOf({
  entitiesTitle: text('Title'),
  enableSearch: flag('Search', true),
  displayEntityName: flag('Name column', true),
  entityNameColumnTitle: text('Name column title'),
  displayEntityLabel: flag('Label column', false),
  entityLabelColumnTitle: text('Label column title'),
  displayEntityType: flag('Type column', true),
  displayPagination: flag('Show pagination', true),
  defaultPageSize: wholeNumber('Rows per page', 10, { minimum: 1 }),
  defaultSortOrder: text('Sort by', 'entityName'),
  ...rowFunctionSettings('entity'),
})

const keySettings = settingsOf(
  {
    ...cellFunctionSettings('entity'),
    defaultColumnVisibility: choice('Visible by default', 'visible', { visible: 'Yes', hidden: 'No' }),
  },
  'Column',
)

export const readEntitiesTable = settingsReader(settings)
export const readEntitiesColumn = settingsReader(keySettings)

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'entities_table',
    name: 'Table of entities',
    description: 'Entities of an alias with their latest values, searched, sorted and paged on the server',
    picture: tablePicture,
    kind: 'latest',
    size: [7.5, 6.5],
    order: 4,
    settings,
    keySettings,
    parameters: { maxDatasources: 1, dataKeysOptional: true },
  },
]
