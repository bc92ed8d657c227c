/**
 * OAuth2: configuration, templates for the form, and the providers offered on a login page. The login itself isn't
 * implemented.
 */

import { createHash } from 'node:crypto'
import { badRequest, forbidden, notFound } from '@sonde/model/errors'
import type {
  OAuth2Client,
  OAuth2Info,
  OAuth2Params,
  OAuth2Template,
  OAuth2TemplateInput,
} from '@sonde/model/oauth2/oauth2'
import type { Scope } from '../access/scope.ts'
import type { AdminSettingsService } from '../admin-settings/admin-settings-service.ts'
import { withoutSecrets, withStoredSecrets } from '../admin-settings/stored-secrets.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import { RowsMismatch, UniqueViolation } from '../storage/storage.ts'
import { defaultTemplates } from './default-templates.ts'
import { checkOAuth2, checkTemplateMapper, wholeMapper, wholeOAuth2 } from './oauth2-rules.ts'
import type { OAuth2TemplateStore } from './oauth2-template-store.ts'

/** Path to which providers redirect users. */
export const loginProcessingUrl = '/login/oauth2/code/'

const none: OAuth2Info = { enabled: false, oauth2ParamsInfos: [] }

/** Origin and platform of the request for a login page. */
export interface ClientQuestion {
  /** `http` or `https`. */
  readonly protocol: string
  /** Host with the port, unless it is the default port of the protocol. */
  readonly host: string
  readonly platform?: 'WEB' | 'ANDROID' | 'IOS'
  /** Package of a mobile app. If set, the app's providers are returned instead of the host's. */
  readonly pkgName?: string
}

export interface OAuth2Deps {
  readonly settings: Pick<AdminSettingsService, 'read' | 'write'>
  readonly templates: OAuth2TemplateStore
  readonly commit: Commit
  readonly clock: Clock
}

export type OAuth2Service = ReturnType<typeof createOAuth2Service>

export function createOAuth2Service({ settings, templates, commit, clock }: OAuth2Deps) {
  const info = async (): Promise<OAuth2Info> => ((await settings.read('oauth2')) as OAuth2Info | undefined) ?? none

  async function get(scope: Scope): Promise<OAuth2Info> {
    requireSystem(scope)
    return withoutSecrets('oauth2', await info())
  }

  async function save(scope: Scope, given: OAuth2Info): Promise<OAuth2Info> {
    requireSystem(scope)
    checkOAuth2(given)
    const whole = withStoredSecrets('oauth2', wholeOAuth2(given), await info())
    await settings.write('oauth2', whole)
    return withoutSecrets('oauth2', whole)
  }

  /** Providers offered for the request. Empty while OAuth2 is disabled. */
  async function clients(question: ClientQuestion): Promise<OAuth2Client[]> {
    const { enabled, oauth2ParamsInfos } = await info()
    if (!enabled) return []
    const offered = oauth2ParamsInfos.filter((params) => isFor(params, question))
    return offered.flatMap((params) =>
      params.clientRegistrations
        .filter(({ platforms }) => !question.platform || !platforms?.length || platforms.includes(question.platform))
        .map(({ loginButtonLabel, loginButtonIcon, clientId, authorizationUri }) => ({
          name: loginButtonLabel,
          icon: loginButtonIcon ?? null,
          url: `/oauth2/authorization/${registrationId(params, [clientId, authorizationUri, loginButtonLabel])}`,
        })),
    )
  }

  async function listTemplates(scope: Scope): Promise<OAuth2Template[]> {
    requireSystem(scope)
    return (await templates.all()).map(answered)
  }

  /** Creates a template, or updates it if the input has an id. */
  async function saveTemplate(scope: Scope, input: OAuth2TemplateInput): Promise<OAuth2Template> {
    requireSystem(scope)
    checkTemplateMapper(input.mapperConfig)
    const before = input.id ? await templates.find(input.id.id.toLowerCase()) : undefined
    if (input.id && !before) throw notFound('OAUTH2_TEMPLATE', input.id.id)
    const template = withStoredSecrets('oauth2Template', templateFrom(input, before, clock.nowMs()), before)
    await templateWritten(
      template.id.id,
      commit({ statements: [before ? templates.update(template) : templates.insert(template)] }),
    )
    return answered(template)
  }

  async function removeTemplate(scope: Scope, id: string): Promise<void> {
    requireSystem(scope)
    await templateWritten(id, commit({ statements: [templates.remove(id)] }))
  }

  /** Creates the default templates of a new store, only once: deleted ones aren't restored. */
  async function start(): Promise<void> {
    if (await settings.read('oauth2TemplatesMade')) return
    const nowMs = clock.nowMs()
    await commit({ statements: defaultTemplates.map((each) => templates.insert(templateFrom(each, undefined, nowMs))) })
    await settings.write('oauth2TemplatesMade', true)
  }

  return { get, save, clients, listTemplates, saveTemplate, removeTemplate, start }
}

const answered = (template: OAuth2Template): OAuth2Template => withoutSecrets('oauth2Template', template)

function requireSystem(scope: Scope): void {
  if (scope.authority !== 'SYS_ADMIN') throw forbidden()
}

function isFor({ domainInfos, mobileInfos }: OAuth2Params, { protocol, host, pkgName }: ClientQuestion): boolean {
  if (pkgName) return mobileInfos?.some((each) => each.pkgName === pkgName) ?? false
  const plain = (name: string) => name.toLowerCase().replace(protocol === 'https' ? /:443$/ : /:80$/, '')
  return domainInfos.some(
    ({ name, scheme }) =>
      plain(name) === plain(host) && (scheme === 'MIXED' || scheme.toLowerCase() === protocol.toLowerCase()),
  )
}

/** Deterministic UUID of a registration and its domains. */
function registrationId({ domainInfos }: OAuth2Params, of: readonly string[]): string {
  const domains = domainInfos.map(({ scheme, name }) => `${scheme} ${name}`)
  const digest = createHash('sha256')
    .update(JSON.stringify([domains, of]))
    .digest('hex')
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => digest.slice(from, to))
    .join('-')
}

const templateFrom = (
  input: OAuth2TemplateInput,
  before: OAuth2Template | undefined,
  nowMs: number,
): OAuth2Template => ({
  id: before?.id ?? { id: newId(nowMs) },
  createdTime: before?.createdTime ?? nowMs,
  additionalInfo: input.additionalInfo ?? null,
  providerId: input.providerId,
  mapperConfig: wholeMapper(input.mapperConfig),
  authorizationUri: input.authorizationUri ?? null,
  accessTokenUri: input.accessTokenUri ?? null,
  scope: input.scope ?? [],
  userInfoUri: input.userInfoUri ?? null,
  userNameAttributeName: input.userNameAttributeName ?? null,
  jwkSetUri: input.jwkSetUri ?? null,
  clientAuthenticationMethod: input.clientAuthenticationMethod ?? null,
  comment: input.comment ?? null,
  loginButtonIcon: input.loginButtonIcon ?? null,
  loginButtonLabel: input.loginButtonLabel ?? null,
  helpLink: input.helpLink ?? null,
  name: input.providerId,
})

async function templateWritten(id: string, commit: Promise<unknown>): Promise<void> {
  try {
    await commit
  } catch (error) {
    if (error instanceof UniqueViolation) throw badRequest('providerId is used by another template. Choose another.')
    if (error instanceof RowsMismatch) throw notFound('OAUTH2_TEMPLATE', id)
    throw error
  }
}
