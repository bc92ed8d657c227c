/** "check relation": routes messages by whether their originator has a relation. */

import { entityId, entityTypes, isUuid } from '@sonde/model/ids'
import { searchDirections } from '@sonde/model/relations/relation'
import { choice, flag, nodeSettings, nullableText, SettingsError, text } from '@sonde/model/rule-nodes/node-settings'
import { emit, ruleNodeType } from '../engine/rule-node.ts'

const yes = emit('True')
const no = emit('False')

export const checkRelationNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.filter.TbCheckRelationNode',
  name: 'check relation',
  category: 'FILTER',
  description: 'Checks whether the originator has a relation.',
  details: 'The message leaves by True if there is such a relation, otherwise by False.',
  configDirective: 'tbFilterNodeCheckRelationConfig',
  relations: ['True', 'False'],
  hasCustomRelations: false,
  settings: nodeSettings({
    checkForSingleEntity: flag({
      title: 'Relation to one entity',
      description: 'Otherwise any relation of the type counts.',
      initial: true,
    }),
    direction: choice({ title: 'Direction', options: searchDirections, initial: 'FROM' }),
    relationType: text({ title: 'Relation type', initial: 'Contains' }),
    entityType: nullableText({ title: 'Entity type', description: 'Type of the other entity.', initial: null }),
    entityId: nullableText({ title: 'Entity', description: 'ID of the other entity.', initial: null }),
  }),
  create({ checkForSingleEntity, direction, relationType, entityType, entityId: id }, { entities }) {
    if (!checkForSingleEntity) {
      // `direction` is seen from the other entity: FROM means from the other entity to the originator.
      const seen = direction === 'FROM' ? 'TO' : 'FROM'
      return {
        process: async ({ originator }) => ((await entities.hasRelation(originator, seen, relationType)) ? yes : no),
      }
    }
    const type = entityTypes.find((each) => each === entityType)
    if (type === undefined) throw new SettingsError({ field: 'entityType', message: 'Choose an entity type.' })
    if (id === null || !isUuid(id)) throw new SettingsError({ field: 'entityId', message: 'Choose an entity.' })
    const other = entityId(type, id.toLowerCase())
    return {
      async process({ originator }) {
        const [from, to] = direction === 'FROM' ? [other, originator] : [originator, other]
        return (await entities.isRelated(from, to, relationType)) ? yes : no
      },
    }
  },
})
