/** API schemas that describe rule node classes to rule chain editors. */

import Type, { type Static } from 'typebox'
import { epochMs, nullable, uuid } from '../schema-parts.ts'

export const componentTypes = ['FILTER', 'ENRICHMENT', 'TRANSFORMATION', 'ACTION', 'EXTERNAL', 'FLOW'] as const
export type ComponentType = (typeof componentTypes)[number]

export const componentDescriptor = Type.Object({
  id: Type.Object({ id: uuid }),
  createdTime: epochMs,
  type: Type.Enum([...componentTypes]),
  scope: Type.Literal('TENANT'),
  name: Type.String(),
  /** Class name in the API. */
  clazz: Type.String(),
  configurationDescriptor: Type.Object({
    nodeDefinition: Type.Object({
      description: Type.String(),
      details: Type.String(),
      inEnabled: Type.Boolean(),
      outEnabled: Type.Boolean(),
      /** Labels of outgoing links; `Failure` is always included. */
      relationTypes: Type.Array(Type.String()),
      customRelations: Type.Boolean(),
      /** Whether the node calls another rule chain. */
      ruleChainNode: Type.Boolean(),
      defaultConfiguration: Type.Record(Type.String(), Type.Unknown()),
      uiResources: Type.Array(Type.String()),
      configDirective: Type.String(),
      icon: Type.String(),
      iconUrl: Type.String(),
      docUrl: Type.String(),
    }),
  }),
  actions: nullable(Type.String()),
})
export type ComponentDescriptor = Static<typeof componentDescriptor>

/** Settings schema of a rule node class, for forms. */
export const componentSettings = Type.Object({
  /** Class name in the API. */
  clazz: Type.String(),
  name: Type.String(),
  settings: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'JSON Schema of the configuration, with title, description and default of each field, and unit, language, entityType and whenMissing (value if missing) where they apply',
  }),
})
export type ComponentSettings = Static<typeof componentSettings>
