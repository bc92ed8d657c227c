/** Default templates of client registrations in a new store. */

import type { OAuth2TemplateInput } from '@sonde/model/oauth2/oauth2'

const basic = (
  emailAttributeKey: string | null,
  firstNameAttributeKey: string,
  lastNameAttributeKey: string | null,
) => ({
  emailAttributeKey,
  firstNameAttributeKey,
  lastNameAttributeKey,
  tenantNameStrategy: 'DOMAIN' as const,
})

export const defaultTemplates: readonly OAuth2TemplateInput[] = [
  {
    providerId: 'Google',
    mapperConfig: { type: 'BASIC', basic: basic('email', 'given_name', 'family_name') },
    authorizationUri: 'https://accounts.google.com/o/oauth2/v2/auth',
    accessTokenUri: 'https://oauth2.googleapis.com/token',
    jwkSetUri: 'https://www.googleapis.com/oauth2/v3/certs',
    userInfoUri: 'https://openidconnect.googleapis.com/v1/userinfo',
    clientAuthenticationMethod: 'BASIC',
    scope: ['email', 'openid', 'profile'],
    userNameAttributeName: 'email',
    loginButtonIcon: 'google-logo',
    loginButtonLabel: 'Google',
    helpLink: 'https://developers.google.com/identity/openid-connect/openid-connect',
  },
  {
    providerId: 'Github',
    mapperConfig: { type: 'GITHUB', basic: basic(null, 'name', null) },
    authorizationUri: 'https://github.com/login/oauth/authorize',
    accessTokenUri: 'https://github.com/login/oauth/access_token',
    userInfoUri: 'https://api.github.com/user',
    clientAuthenticationMethod: 'BASIC',
    scope: ['read:user', 'user:email'],
    userNameAttributeName: 'login',
    loginButtonIcon: 'github-logo',
    loginButtonLabel: 'Github',
    helpLink: 'https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/creating-an-oauth-app',
  },
  {
    providerId: 'Facebook',
    mapperConfig: { type: 'BASIC', basic: basic('email', 'first_name', 'last_name') },
    authorizationUri: 'https://www.facebook.com/v2.8/dialog/oauth',
    accessTokenUri: 'https://graph.facebook.com/v2.8/oauth/access_token',
    userInfoUri: 'https://graph.facebook.com/me?fields=id,name,first_name,last_name,email',
    clientAuthenticationMethod: 'BASIC',
    scope: ['email', 'public_profile'],
    userNameAttributeName: 'email',
    loginButtonIcon: 'facebook-logo',
    loginButtonLabel: 'Facebook',
    helpLink: 'https://developers.facebook.com/docs/facebook-login/web#logindialog',
  },
  {
    providerId: 'Apple',
    mapperConfig: { type: 'APPLE', basic: basic('email', 'firstName', 'lastName') },
    authorizationUri: 'https://appleid.apple.com/auth/authorize?response_mode=form_post',
    accessTokenUri: 'https://appleid.apple.com/auth/token',
    jwkSetUri: 'https://appleid.apple.com/auth/keys',
    clientAuthenticationMethod: 'POST',
    scope: ['email', 'openid', 'name'],
    userNameAttributeName: 'email',
    loginButtonIcon: 'apple-logo',
    loginButtonLabel: 'Apple',
    helpLink: 'https://developer.apple.com/sign-in-with-apple/get-started/',
  },
]
