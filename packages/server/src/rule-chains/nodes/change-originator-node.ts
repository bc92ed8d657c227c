/** "change originator": makes another entity the originator of a message. */

import { type EntityId, entityId } from '@sonde/model/ids'
import { choice, nodeSettings, SettingsError } from '@sonde/model/rule-nodes/node-settings'
import { emit, failure, ruleNodeType } from '../engine/rule-node.ts'
import { optionalRelationsQuery } from './related-query.ts'

const notFound = emit('Failure')

export const changeOriginatorNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.transform.TbChangeOriginatorNode',
  name: 'change originator',
  category: 'TRANSFORMATION',
  description: 'Makes the customer, the tenant, a related entity or the originator of the alarm the originator.',
  details: 'The first related entity counts. Where there is no such entity, the message leaves by Failure.',
  configDirective: 'tbTransformationNodeChangeOriginatorConfig',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings({
    originatorSource: choice({
      title: 'New originator',
      options: ['CUSTOMER', 'TENANT', 'RELATED', 'ALARM_ORIGINATOR'],
      initial: 'CUSTOMER',
    }),
    relationsQuery: optionalRelationsQuery,
  }),
  create({ originatorSource, relationsQuery: query }, { alarms, entities, inTurns, tenantId }) {
    if (originatorSource === 'RELATED' && query === null) {
      throw new SettingsError({ field: 'relationsQuery', message: 'Choose the relations of the new originator.' })
    }
    async function customer(originator: EntityId) {
      const customerId = await entities.customerOf(originator)
      return customerId === null ? undefined : entityId('CUSTOMER', customerId)
    }
    return {
      async process(message, outcome) {
        const { originator } = message
        const next = async (): Promise<EntityId | undefined> => {
          switch (originatorSource) {
            case 'CUSTOMER':
              return customer(originator)
            case 'TENANT':
              return entityId('TENANT', tenantId)
            case 'RELATED':
              return query === null ? undefined : inTurns(outcome, () => entities.firstRelated(originator, query))
            case 'ALARM_ORIGINATOR':
              return originator.entityType === 'ALARM'
                ? (await alarms.find(tenantId, originator.id))?.originator
                : undefined
          }
        }
        const found = await next()
        if (found) return emit('Success', { ...message, originator: found })
        // In the wire API, an entity that isn't found fails without an error text.
        return originatorSource === 'ALARM_ORIGINATOR' ? failure('The originator isn’t an existing alarm.') : notFound
      },
    }
  },
})
