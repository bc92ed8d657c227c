import { expect, test } from 'vitest'
import { shellTokens } from './shell-tokens.ts'

const colored = (command: string) =>
  shellTokens(command)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text }) => `${kind} ${text}`)

test('commands, options, strings and addresses are told apart', () => {
  expect(colored('mosquitto_pub -d -q 1 \\\n  --tls-use-os-certs \\\n  -m \'{"a": 21.5}\'')).toEqual([
    'command mosquitto_pub',
    'option -d',
    'option -q',
    'continuation \\',
    'option --tls-use-os-certs',
    'continuation \\',
    'option -m',
    'string \'{"a": 21.5}\'',
  ])
  expect(colored('curl -X POST http://127.0.0.1:8080/api/v1/t-1/telemetry ^\n  -d "{\\"a\\": 1}"')).toEqual([
    'command curl',
    'option -X',
    'url http://127.0.0.1:8080/api/v1/t-1/telemetry',
    'continuation ^',
    'option -d',
    'string "{\\"a\\": 1}"',
  ])
})

test('hyphens inside words and quotes inside strings begin nothing', () => {
  expect(colored('sudo apt-get install -y mosquitto-clients')).toEqual(['command sudo', 'option -y'])
  expect(colored(`echo 'it'\\''s -x'`)).toEqual(['command echo', `string 'it'\\''s -x'`])
  expect(colored(`echo "it's"`)).toEqual(['command echo', `string "it's"`])
})

test('no character is lost, not even of unfinished commands', () => {
  for (const command of ['', ' ', `a 'b`, `a "b\\`, '-x --', 'x\n\n^', `'''"`]) {
    const texts = shellTokens(command).map(({ text }) => text)
    expect(texts.join('')).toBe(command)
  }
})
