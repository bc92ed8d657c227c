/** REST API of OAuth2: its configuration, and the providers offered on the login page. */

import {
  oauth2Client,
  oauth2Info,
  oauth2Platforms,
  oauth2Template,
  oauth2TemplateInput,
} from '@sonde/model/oauth2/oauth2'
import { uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import { changesNothing } from '../http/route-audit.ts'
import { loginProcessingUrl, type OAuth2Service } from './oauth2-service.ts'

export interface OAuth2RouteDeps {
  readonly oauth2: OAuth2Service
}

const authorities = ['SYS_ADMIN'] as const
const tag = 'oauth2'
const template = '/api/oauth2/config/template'

export function registerOAuth2Routes(routes: Routes, { oauth2 }: OAuth2RouteDeps): void {
  routes.add({
    method: 'POST',
    path: '/api/noauth/oauth2Clients',
    authorities: 'anyone',
    summary: 'List OAuth 2.0 providers for sign-in',
    tag,
    audit: changesNothing,
    bodyText: true,
    bodyBytesMax: 1024,
    schema: {
      query: Type.Object({
        pkgName: Type.Optional(Type.String()),
        platform: Type.Optional(Type.Enum([...oauth2Platforms])),
      }),
      response: Type.Array(oauth2Client),
    },
    handle: ({ query, request }) => oauth2.clients({ ...query, protocol: request.protocol, host: request.host }),
  })
  routes.add({
    method: 'GET',
    path: '/api/oauth2/config',
    authorities,
    summary: 'Get the OAuth 2.0 settings',
    tag,
    schema: { response: oauth2Info },
    handle: ({ scope }) => oauth2.get(scope),
  })
  routes.add({
    method: 'POST',
    path: '/api/oauth2/config',
    authorities,
    summary: 'Save the OAuth 2.0 settings',
    tag,
    audit: 'none: the system is in no audit log',
    schema: { body: oauth2Info, response: oauth2Info },
    handle: ({ scope, body }) => oauth2.save(scope, body),
  })
  routes.add({
    method: 'GET',
    path: '/api/oauth2/loginProcessingUrl',
    authorities,
    summary: 'Get the OAuth 2.0 redirect URL, as a JSON string',
    tag,
    schema: { response: Type.String() },
    handle: () => loginProcessingUrl,
  })
  routes.add({
    method: 'GET',
    path: template,
    authorities,
    summary: 'List OAuth 2.0 provider templates',
    tag,
    schema: { response: Type.Array(oauth2Template) },
    handle: ({ scope }) => oauth2.listTemplates(scope),
  })
  routes.add({
    method: 'POST',
    path: template,
    authorities,
    summary: 'Create or update a template',
    tag,
    audit: 'none: the system is in no audit log',
    schema: { body: oauth2TemplateInput, response: oauth2Template },
    handle: ({ scope, body }) => oauth2.saveTemplate(scope, body),
  })
  routes.add({
    method: 'DELETE',
    path: `${template}/:clientRegistrationTemplateId`,
    authorities,
    summary: 'Delete a template',
    tag,
    audit: 'none: the system is in no audit log',
    schema: { params: Type.Object({ clientRegistrationTemplateId: uuid }), response: Type.Void() },
    handle: ({ scope, params }) => oauth2.removeTemplate(scope, params.clientRegistrationTemplateId),
  })
}
