/** `cards.entities_table`: entities of an alias with their latest values. */

import { tablePicture } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { choice, flag, settingsOf, text, wholeNumber } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

const settings = settingsOf({
  entitiesTitle: text('Title'),
  enableSearch: flag('Search', true),
  displayEntityName: flag('Column of the name', true),
  entityNameColumnTitle: text('Title of the name'),
  displayEntityLabel: flag('Column of the label', false),
  entityLabelColumnTitle: text('Title of the label'),
  displayEntityType: flag('Column of the type', true),
  displayPagination: flag('Show pages', true),
  defaultPageSize: wholeNumber('Rows of a page', 10, { minimum: 1 }),
  defaultSortOrder: text('Sort by', 'entityName'),
})

const keySettings = settingsOf(
  { defaultColumnVisibility: choice('Shown at first', 'visible', { visible: 'Yes', hidden: 'No' }) },
  'Column',
)

export const readEntitiesTable = settingsReader(settings)
export const readEntitiesColumn = settingsReader(keySettings)

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'entities_table',
    name: 'Table of entities',
    description: 'Entities of an alias with their latest values: searched, sorted and paged on the server',
    picture: tablePicture,
    kind: 'latest',
    size: [7.5, 6.5],
    order: 4,
    settings,
    keySettings,
  },
]
