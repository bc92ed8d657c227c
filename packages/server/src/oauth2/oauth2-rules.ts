/** Validates and normalizes OAuth2 configurations beyond their schema. Pure. */

import { badRequest } from '@sonde/model/errors'
import type { OAuth2Info, OAuth2Mapper, OAuth2Params, OAuth2Registration } from '@sonde/model/oauth2/oauth2'

/** Throws 400 that names the field. `at` is the path of the mapper. */
function checkMapper(mapper: OAuth2Mapper, at: string): void {
  const { type, basic, custom } = mapper
  if (type === 'CUSTOM') {
    if (!custom?.url) throw badRequest(`${at}.custom.url is missing. A custom mapper calls it.`)
    return
  }
  if (!basic) throw badRequest(`${at}.basic is missing.`)
  if (type === 'GITHUB' && basic.emailAttributeKey) {
    throw badRequest(
      `${at}.basic.emailAttributeKey must be omitted, because emails of GitHub accounts are requested from GitHub.`,
    )
  }
  if (type !== 'GITHUB' && !basic.emailAttributeKey) throw badRequest(`${at}.basic.emailAttributeKey is missing.`)
  if (!basic.tenantNameStrategy) throw badRequest(`${at}.basic.tenantNameStrategy is missing.`)
  if (basic.tenantNameStrategy === 'CUSTOM' && !basic.tenantNamePattern) {
    throw badRequest(`${at}.basic.tenantNamePattern is missing. The strategy CUSTOM requires it.`)
  }
}

function checkParams({ domainInfos, mobileInfos, clientRegistrations }: OAuth2Params, at: string): void {
  const schemes = new Map<string, Set<string>>()
  for (const [i, { name, scheme }] of domainInfos.entries()) {
    const used = schemes.get(name.toLowerCase()) ?? new Set()
    const where = `${at}.domainInfos.${i}`
    if (used.has(scheme)) throw badRequest(`${where}: ${name} is listed twice with ${scheme}.`)
    if (used.size > 0 && (scheme === 'MIXED' || used.has('MIXED'))) {
      throw badRequest(`${where}: ${name} is listed with MIXED, which includes HTTP and HTTPS. Remove the other entry.`)
    }
    schemes.set(name.toLowerCase(), used.add(scheme))
  }
  const packages = new Set<string>()
  for (const [i, { pkgName }] of (mobileInfos ?? []).entries()) {
    if (packages.has(pkgName)) throw badRequest(`${at}.mobileInfos.${i}: ${pkgName} is listed twice.`)
    packages.add(pkgName)
  }
  for (const [i, { mapperConfig }] of clientRegistrations.entries()) {
    checkMapper(mapperConfig, `${at}.clientRegistrations.${i}.mapperConfig`)
  }
}

/** Throws 400 that names the field. */
export function checkOAuth2(info: OAuth2Info): void {
  for (const [i, params] of info.oauth2ParamsInfos.entries()) checkParams(params, `oauth2ParamsInfos.${i}`)
}

export function checkTemplateMapper(mapper: OAuth2Mapper): void {
  checkMapper(mapper, 'mapperConfig')
}

/** Mapper with all fields. Missing ones become null or false. */
export const wholeMapper = ({ allowUserCreation, activateUser, type, basic, custom }: OAuth2Mapper): OAuth2Mapper => ({
  allowUserCreation: allowUserCreation ?? false,
  activateUser: activateUser ?? false,
  type,
  basic: basic
    ? {
        emailAttributeKey: basic.emailAttributeKey ?? null,
        firstNameAttributeKey: basic.firstNameAttributeKey ?? null,
        lastNameAttributeKey: basic.lastNameAttributeKey ?? null,
        tenantNameStrategy: basic.tenantNameStrategy ?? null,
        tenantNamePattern: basic.tenantNamePattern ?? null,
        customerNamePattern: basic.customerNamePattern ?? null,
        defaultDashboardName: basic.defaultDashboardName ?? null,
        alwaysFullScreen: basic.alwaysFullScreen ?? false,
      }
    : null,
  custom: custom
    ? {
        url: custom.url ?? null,
        username: custom.username ?? null,
        password: custom.password ?? null,
        sendToken: custom.sendToken ?? false,
      }
    : null,
})

const wholeRegistration = (given: OAuth2Registration): OAuth2Registration => ({
  mapperConfig: wholeMapper(given.mapperConfig),
  clientId: given.clientId,
  clientSecret: given.clientSecret ?? null,
  authorizationUri: given.authorizationUri,
  accessTokenUri: given.accessTokenUri,
  scope: given.scope,
  userInfoUri: given.userInfoUri ?? null,
  userNameAttributeName: given.userNameAttributeName,
  jwkSetUri: given.jwkSetUri ?? null,
  clientAuthenticationMethod: given.clientAuthenticationMethod,
  loginButtonLabel: given.loginButtonLabel,
  loginButtonIcon: given.loginButtonIcon ?? null,
  platforms: given.platforms ?? [],
  additionalInfo: given.additionalInfo ?? null,
})

export const wholeOAuth2 = (info: OAuth2Info): OAuth2Info => ({
  enabled: info.enabled,
  oauth2ParamsInfos: info.oauth2ParamsInfos.map(({ domainInfos, mobileInfos, clientRegistrations }) => ({
    domainInfos: domainInfos.map(({ scheme, name }) => ({ scheme, name })),
    mobileInfos: (mobileInfos ?? []).map(({ pkgName, appSecret }) => ({ pkgName, appSecret: appSecret ?? null })),
    clientRegistrations: clientRegistrations.map(wholeRegistration),
  })),
})
