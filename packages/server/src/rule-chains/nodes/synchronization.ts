/**
 * Nodes that older rule chains use to process the messages of an originator in order. The engine always does, so they
 * only pass messages on.
 */

import { noSettings } from '@sonde/model/rule-nodes/node-settings'
import { ruleNodeType, success } from '../engine/rule-node.ts'

export const synchronizationNode = (clazz: string, name: string) =>
  ruleNodeType({
    clazz,
    name,
    category: 'ACTION',
    description: 'Passes messages on. Deprecated.',
    details: 'Messages from one originator always stay in order, with or without this node.',
    configDirective: 'tbNodeEmptyConfig',
    relations: ['Success'],
    hasCustomRelations: false,
    settings: noSettings,
    create: () => ({ process: () => success }),
  })
