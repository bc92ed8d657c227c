/**
 * Descriptors of the available rule nodes, generated from the node registry, so that only implemented nodes are
 * offered.
 */

import { createHash } from 'node:crypto'
import type {
  ComponentDescriptor,
  ComponentSettings,
  ComponentType,
} from '@sonde/model/component-descriptors/component-descriptor'
import { notFound } from '@sonde/model/errors'
import type { RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import type { RuleNodeType } from '../rule-chains/engine/rule-node.ts'

/** Resource from which ThingsBoard's web client loads the settings forms. Sonde's client has them built in. */
const uiResources = ['static/rulenode/rulenode-core-config.js'] as const

export type ComponentDescriptors = ReturnType<typeof createComponentDescriptors>

export function createComponentDescriptors(registry: ReadonlyMap<string, RuleNodeType>) {
  const all = [...registry.values()]
    .map((node) => ({ node, descriptor: descriptorOf(node) }))
    .sort((a, b) => (a.node.name < b.node.name ? -1 : 1))

  /** Descriptors of the given types that are allowed in a chain of the type, sorted by name. */
  const list = (types: readonly ComponentType[], chainType: RuleChainType): ComponentDescriptor[] =>
    all
      .filter(({ node }) => types.includes(node.category) && (node.chainType ?? chainType) === chainType)
      .map(({ descriptor }) => descriptor)

  /** Throws 404 if the class doesn't exist. */
  function get(clazz: string): ComponentDescriptor {
    const node = registry.get(clazz)
    if (!node) throw notFound('Component', clazz)
    return descriptorOf(node)
  }

  /** Schemas of the settings forms of all classes, sorted by name. */
  const settings = (): ComponentSettings[] =>
    all.map(({ node: { clazz, name, settings } }) => ({ clazz, name, settings: { ...settings.schema } }))

  return { list, get, settings }
}

function descriptorOf(node: RuleNodeType): ComponentDescriptor {
  return {
    id: { id: idOf(node.clazz) },
    createdTime: 0,
    type: node.category,
    scope: 'TENANT',
    name: node.name,
    clazz: node.clazz,
    configurationDescriptor: {
      nodeDefinition: {
        description: node.description,
        details: node.details,
        inEnabled: node.hasInput ?? true,
        outEnabled: node.hasOutput ?? true,
        relationTypes: [...new Set([...node.relations, 'Failure'])],
        customRelations: node.hasCustomRelations,
        ruleChainNode: node.callsChain ?? false,
        defaultConfiguration: node.defaultConfiguration,
        uiResources: [...uiResources],
        configDirective: node.configDirective,
        icon: node.icon ?? '',
        iconUrl: '',
        docUrl: '',
      },
    },
    actions: null,
  }
}

/** Deterministic id of a class, which is the same on every server. */
function idOf(clazz: string): string {
  const hex = createHash('sha256').update(clazz).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
