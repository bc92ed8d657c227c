/** REST API of the rule node descriptors. */

import {
  type ComponentType,
  componentDescriptor,
  componentSettings,
  componentTypes,
} from '@sonde/model/component-descriptors/component-descriptor'
import { badRequest } from '@sonde/model/errors'
import { ruleChainTypes } from '@sonde/model/rule-chains/rule-chain'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { ComponentDescriptors } from './component-descriptors.ts'

const authorities = ['SYS_ADMIN', 'TENANT_ADMIN'] as const
const tag = 'rule chains'
const ruleChainType = Type.Optional(Type.Enum([...ruleChainTypes]))

export function registerComponentDescriptorRoutes(
  routes: Routes,
  { components }: { readonly components: ComponentDescriptors },
): void {
  routes.add({
    method: 'GET',
    path: '/api/component/:componentDescriptorClazz',
    authorities,
    summary: 'Get a rule node class',
    tag,
    schema: { params: Type.Object({ componentDescriptorClazz: Type.String() }), response: componentDescriptor },
    handle: ({ params }) => components.get(params.componentDescriptorClazz),
  })
  routes.add({
    method: 'GET',
    path: '/api/components/:componentType',
    authorities,
    summary: 'List rule node classes of one type',
    tag,
    schema: {
      params: Type.Object({ componentType: Type.Enum([...componentTypes]) }),
      query: Type.Object({ ruleChainType }),
      response: Type.Array(componentDescriptor),
    },
    handle: ({ params, query }) => components.list([params.componentType], query.ruleChainType ?? 'CORE'),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/components/settings',
    authorities,
    summary: 'List the settings of all rule node classes, as JSON Schema',
    tag,
    schema: { response: Type.Array(componentSettings) },
    handle: () => components.settings(),
  })
  routes.add({
    method: 'GET',
    path: '/api/components',
    authorities,
    summary: 'List rule node classes of comma-separated types',
    tag,
    schema: {
      query: Type.Object({ componentTypes: Type.String(), ruleChainType }),
      response: Type.Array(componentDescriptor),
    },
    handle: ({ query }) => components.list(typesOf(query.componentTypes), query.ruleChainType ?? 'CORE'),
  })
}

function typesOf(text: string): ComponentType[] {
  return text.split(',').map((named) => {
    const type = componentTypes.find((known) => known === named.trim())
    if (!type) throw badRequest(`componentTypes: "${named}" is unknown. Use ${componentTypes.join(', ')}.`)
    return type
  })
}
