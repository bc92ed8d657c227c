/** `cards.entities_hierarchy`: entities of an alias and what they contain, as a tree. */

import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { noSettings, settingsOf, text } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

const body = (title: string, description: string, args = 'nodeCtx') =>
  text(`${title}: f(${args})`, '', { control: 'javascript', description })

const settings = settingsOf({
  nodeRelationQueryFunction: body(
    'Relations of a node',
    'Returns the relations query for the children. Empty: relations of type Contains, from the entity, one level',
  ),
  nodeHasChildrenFunction: body('Node has children', 'Returns whether a node can be opened. Empty: all can'),
  nodeOpenedFunction: body('Node is open', 'Returns whether a node is open at first. Empty: up to level 4'),
  nodeDisabledFunction: body('Node is disabled', 'Returns whether a node can’t be selected. Empty: all can'),
  nodeIconFunction: body(
    'Icon of a node',
    "Returns {iconUrl: '…'}, {materialIcon: '…'} or 'default'. Empty: icon of the entity type",
  ),
  nodeTextFunction: body('Text of a node', 'Returns text or HTML. Empty: name of the entity'),
  nodesSortFunction: body(
    'Order of nodes',
    'Returns a number below 0 if the first comes first. Empty: by type, then by name',
    'nodeCtx1, nodeCtx2',
  ),
})

export const readEntitiesHierarchy = settingsReader(settings)

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'entities_hierarchy',
    name: 'Hierarchy of entities',
    description: 'Entities of an alias as a tree: opening a node loads what its relations lead to',
    picture: `<path d="M20 16v34h14M20 30h14" ${faint} stroke-linejoin="round"/><circle cx="20" cy="12" r="4"/><path d="M40 30h36M40 50h28M30 12h40"/>`,
    kind: 'latest',
    size: [7.5, 3.5],
    order: 5,
    settings,
    keySettings: noSettings,
    parameters: { dataKeysOptional: true },
  },
]
