/** What the platform's mails say. Plain text and the same as simple HTML, made from one list of paragraphs. */

import type { Mail } from './mail-transport.ts'

type Paragraph = string | { readonly link: string; readonly label: string } | { readonly code: string }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

function asText(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph
  return 'code' in paragraph ? paragraph.code : `${paragraph.label}:\n${paragraph.link}`
}

function asHtml(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p>${escaped(paragraph)}</p>`
  if ('code' in paragraph) return `<p><code>${escaped(paragraph.code)}</code></p>`
  return `<p><a href="${escaped(paragraph.link)}">${escaped(paragraph.label)}</a></p>`
}

const mail = (to: string, subject: string, ...paragraphs: Paragraph[]): Mail => ({
  to,
  subject,
  text: `${paragraphs.map(asText).join('\n\n')}\n`,
  html: `<!doctype html><html><body style="font-family:sans-serif">${paragraphs.map(asHtml).join('')}</body></html>`,
})

export const testMail = (to: string) =>
  mail(to, 'Test mail of Sonde', 'This mail was sent to test the mail settings. They work.')

export const activationMail = (to: string, link: string, code: string) =>
  mail(
    to,
    'Activate your account',
    'An account was made for you. Choose a password to activate it:',
    { link, label: 'Activate the account' },
    'Where you are asked for a code instead, this is it:',
    { code },
    'Link and code end after 24 hours. You can ask for new ones on the sign-in page.',
    'If you do not know what this is about, do nothing.',
  )

/** `link` null: where to sign in is not known. */
const signIn = (link: string | null): Paragraph[] => (link === null ? [] : [{ link, label: 'Sign in' }])

export const activatedMail = (to: string, link: string | null) =>
  mail(to, 'Your account is active', 'Your account is active; you can sign in now.', ...signIn(link))

export const resetMail = (to: string, link: string) =>
  mail(
    to,
    'Choose a new password',
    'Someone asked to reset your password. If it wasn’t you, do nothing: your password stays.',
    { link, label: 'Choose a new password' },
    'The link works once and for 24 hours.',
  )

export const passwordWasResetMail = (to: string, link: string | null) =>
  mail(
    to,
    'Your password was changed',
    'Your password was changed by a link that was sent to you. If that was not you, tell your administrator at once.',
    ...signIn(link),
  )

export const confirmEmailMail = (to: string, link: string) =>
  mail(
    to,
    'Confirm your new email',
    'You asked to sign in with this email from now on. Confirm it:',
    { link, label: 'Confirm the email' },
    'The link works once and for 24 hours. If you didn’t ask for this, do nothing.',
  )

export const emailChangeAskedMail = (to: string, newEmail: string) =>
  mail(
    to,
    'Your email is about to change',
    `Someone who knows your password asked to change the email of your account to ${newEmail}. Nothing changes until the link in an email to that address is followed.`,
    'If it wasn’t you, change your password now: the link ends with it.',
  )

export const emailChangedMail = (to: string, newEmail: string) =>
  mail(
    to,
    'Your email was changed',
    `You now sign in with ${newEmail}. If it wasn’t you, tell your administrator at once.`,
  )

export const lockoutMail = (to: string, account: string, attempts: number) =>
  mail(
    to,
    'An account was locked',
    `The account ${account} was locked after ${attempts} failed sign-ins in a row. An administrator can enable it again.`,
  )

/** `lines`: one for each limit. */
export const limitsMail = (to: string, tenant: string, isReached: boolean, lines: readonly string[]) =>
  mail(
    to,
    `${tenant}: ${isReached ? 'a limit is reached' : 'close to a limit'}`,
    ...lines,
    'API usage, Limits shows who uses most. Ask your operator for a higher limit if you need one.',
  )

export const usageMail = (to: string, feature: string, state: 'ENABLED' | 'WARNING' | 'DISABLED', detail: string) =>
  mail(
    to,
    `${feature}: ${state === 'ENABLED' ? 'available again' : state === 'WARNING' ? 'close to the limit' : 'limit reached'}`,
    detail,
  )
