/** "originator type": routes messages by whether the entity type of their originator is in a list. */

import { entityTypes } from '@sonde/model/ids'
import { choices, nodeSettings } from '@sonde/model/rule-nodes/node-settings'
import { emit, ruleNodeType } from '../engine/rule-node.ts'

const yes = emit('True')
const no = emit('False')

export const originatorTypeFilterNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.filter.TbOriginatorTypeFilterNode',
  name: 'originator type',
  category: 'FILTER',
  description: 'Checks the entity type of the originator.',
  details: 'The message leaves by True if the type is in the list, otherwise by False.',
  configDirective: 'tbFilterNodeOriginatorTypeConfig',
  relations: ['True', 'False'],
  hasCustomRelations: false,
  settings: nodeSettings({
    originatorTypes: choices({ title: 'Originator types', options: entityTypes, initial: ['DEVICE'] }),
  }),
  create({ originatorTypes }) {
    const types: ReadonlySet<string> = new Set(originatorTypes)
    return { process: ({ originator }) => (types.has(originator.entityType) ? yes : no) }
  },
})
