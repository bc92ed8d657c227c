/** "check existence fields": routes messages by whether they have the given fields. */

import { flag, nodeSettings, texts } from '@sonde/model/rule-nodes/node-settings'
import { emit, failure, ruleNodeType } from '../engine/rule-node.ts'
import { objectOf } from './message-data.ts'

const yes = emit('True')
const no = emit('False')

export const checkFieldsNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.filter.TbCheckMessageNode',
  name: 'check existence fields',
  category: 'FILTER',
  description: 'Checks whether the message and its metadata have some fields.',
  details:
    'The message leaves by True if all the fields exist, or at least one if all aren’t required, otherwise by False. Data that isn’t a JSON object leaves by Failure.',
  configDirective: 'tbFilterNodeCheckMessageConfig',
  relations: ['True', 'False'],
  hasCustomRelations: false,
  settings: nodeSettings({
    messageNames: texts({ title: 'Message fields', initial: [], fallback: [] }),
    metadataNames: texts({ title: 'Metadata fields', initial: [], fallback: [] }),
    checkAllKeys: flag({ title: 'Require all fields', initial: true }),
  }),
  create({ messageNames, metadataNames, checkAllKeys }) {
    return {
      process({ data, metadata }) {
        const fields = objectOf(data)
        if (fields === null) return failure('The data isn’t a JSON object.')
        const has = (name: string) => Object.hasOwn(fields, name) && fields[name] !== null
        const hasMetadata = (name: string) => Object.hasOwn(metadata, name)
        const holds = checkAllKeys
          ? messageNames.every(has) && metadataNames.every(hasMetadata)
          : messageNames.some(has) || metadataNames.some(hasMetadata)
        return holds ? yes : no
      },
    }
  },
})
