/** The bundle `cards`: figures, tables of values and of entities (widgets.md §4.3). */

import { choice, flag, noSettings, number, settingsForm, text } from './settings-form.ts'
import type { SystemBundle } from './system-type.ts'
import { images } from './widget-images.ts'

export const cards: SystemBundle = {
  alias: 'cards',
  title: 'Cards',
  description: 'Single figures, and tables of values and entities',
  image: images.card,
  types: [
    {
      alias: 'simple_card',
      name: 'Simple card',
      description: 'One value in large figures, with its recent past as a small line',
      image: images.card,
      kind: 'latest',
      size: [5, 3],
      settings: settingsForm('Simple card', {
        labelPosition: choice('Place of the label', 'top', { left: 'Left', top: 'Top' }),
        sparkline: flag('Show the recent past', true),
        sparklineMs: number('How far back, in milliseconds', 3_600_000),
      }),
      keySettings: noSettings,
      config: { showTitle: false },
    },
    {
      alias: 'attributes_card',
      name: 'Attributes card',
      description: 'Latest values of each entity, one per line',
      image: images.attributes,
      kind: 'latest',
      size: [7.5, 3],
      settings: noSettings,
      keySettings: noSettings,
    },
    {
      alias: 'timeseries_table',
      name: 'Table of values over time',
      description: 'Values of the time window, newest first',
      image: images.table,
      kind: 'timeseries',
      size: [8, 6.5],
      settings: settingsForm('Table of values over time', {
        showTimestamp: flag('Show the time', true),
        showMilliseconds: flag('Show milliseconds', false),
        displayPagination: flag('Show pages', true),
        defaultPageSize: number('Rows of a page', 10),
        hideEmptyLines: flag('Leave out empty rows', false),
      }),
      keySettings: noSettings,
    },
    {
      alias: 'entities_table',
      name: 'Table of entities',
      description: 'Entities of an alias with their latest values: searched, sorted and paged on the server',
      image: images.table,
      kind: 'latest',
      size: [7.5, 6.5],
      settings: settingsForm('Table of entities', {
        entitiesTitle: text('Title'),
        enableSearch: flag('Search', true),
        displayEntityName: flag('Column of the name', true),
        entityNameColumnTitle: text('Title of the name'),
        displayEntityLabel: flag('Column of the label', false),
        entityLabelColumnTitle: text('Title of the label'),
        displayEntityType: flag('Column of the type', true),
        displayPagination: flag('Show pages', true),
        defaultPageSize: number('Rows of a page', 10),
        defaultSortOrder: text('Sort by', 'entityName'),
      }),
      keySettings: settingsForm('Column', {
        defaultColumnVisibility: choice('Shown at first', 'visible', { visible: 'Yes', hidden: 'No' }),
      }),
    },
  ],
}
