/**
 * Code around a user script inside the sandbox: splits the calls, runs them and joins the results.
 *
 * A script can change every global of its context, so the wrapper captures the globals it needs beforehand, and its own
 * objects have no prototype that the script could reach. Writing JSON is expensive, most of all numbers, so unchanged
 * input
 * isn't sent back.
 */

import { numbersAt, numbersMax, shapesMax } from './script-numbers.ts'

/** Maximum UTF-16 units of the results sent together, not counting the last one. */
const resultUnitsMax = 256 * 1024
/** Maximum time that results wait for later calls, ms, so that one slow call doesn't delay them. */
const holdBackMs = 20

/** Maximum length of script error texts; longer ones are truncated. */
export const errorLengthMax = 500

/**
 * A function expression. Arguments: the argument names (JSON), the body, the shared buffer (script-numbers.ts; its
 * first
 * four bytes count calls) and `asParts` (`ScriptSource`). It returns a function that takes the calls' text, the lengths
 * of
 * its parts (JSON) and the shapes of numeric messages (`PackedCalls`). That function returns, separated by line feeds,
 * the
 * lengths of the results, new shapes (JSON or empty) and the results; the length of a fault is negative. Called without
 * arguments, it returns the results so far.
 */
export const wrapper = `(function (names, body, memory, asParts) {
  var parse = JSON.parse, stringify = JSON.stringify, now = Date.now, counted = new Int32Array(memory)
  var numbers = new Float64Array(memory, ${numbersAt}, ${numbersMax}), out = new Float64Array(memory, ${numbersAt} + 8 * ${numbersMax})
  var script = Function.apply(null, parse(names).concat([body]))
  var cut = Function.prototype.call.bind(String.prototype.slice)
  var isList = Array.isArray, without = Object.setPrototypeOf, keysOf = Object.keys, make = Function
  var texts = without([], null), done = 0, outAt = 0
  var makers = without([], null), sizes = without([], null), shapes = without([], null), reported = 0
  function learn(all) {
    reported = all[0]
    for (var i = 2; i < all.length; i++) {
      var keys = all[i], body = '', at = all[1] + i - 2
      for (var j = 0; j < keys.length; j++) body += (j > 0 ? ',' : '') + stringify(keys[j]) + ':f[i+' + j + ']'
      sizes[at] = keys.length
      makers[at] = make('f', 'i', 'return {' + body + '}')
    }
  }
  function listOf(keys) {
    var text = ''
    for (var i = 0; i < keys.length; i++) text += (i > 0 ? ',' : '[') + stringify(keys[i])
    return text + ']'
  }
  function isSame(one, other) {
    if (one.length !== other.length) return false
    for (var i = 0; i < one.length; i++) if (one[i] !== other[i]) return false
    return true
  }
  function shapeOf(keys) {
    for (var i = 0; i < shapes.length; i++) if (isSame(shapes[i], keys)) return i
    if (shapes.length === ${shapesMax}) return -1
    shapes[i] = without(keys, null)
    return i
  }
  function asNumbers(data) {
    if (typeof data !== 'object' || data === null || isList(data) || data.toJSON !== undefined) return ''
    var keys = keysOf(data), length = keys.length
    if (length === 0 || outAt + length > ${numbersMax}) return ''
    for (var i = 0; i < length; i++) {
      var value = data[keys[i]]
      if (typeof value !== 'number') return ''
      out[outAt + i] = value
    }
    var shape = shapeOf(keys)
    if (shape < 0) return ''
    outAt += length
    return '#' + shape
  }
  function message(text) {
    try { return parse(text) } catch (e) { throw new Error('the message is not JSON') }
  }
  function parts(result, metadata, given, type) {
    var data = result.msg, kept = result.metadata, name = result.msgType
    data = asNumbers(data) || stringify(data)
    kept = metadata === '' && kept === given ? '' : stringify(kept)
    name = name === type ? '' : stringify(name)
    return (data === undefined ? '' : data) + '\\n' +
      (kept === undefined || kept === metadata ? '' : kept) + '\\n' + (name === undefined ? '' : name)
  }
  function written(result, metadata, given, type) {
    if (result === true) return 'true'
    if (result === false) return 'false'
    if (asParts && typeof result === 'object' && result !== null && !isList(result) && result.toJSON === undefined) {
      return parts(result, metadata, given, type)
    }
    result = stringify(result)
    return result === undefined ? '' : result
  }
  function fault(error) {
    var name = null, text = null
    try {
      if (typeof error === 'string') text = error
      else if (typeof error === 'object' && error !== null) {
        if (typeof error.name === 'string') name = error.name
        if (typeof error.message === 'string') text = error.message
      }
    } catch (e) {}
    return stringify([name && cut(name, 0, ${errorLengthMax}), text && cut(text, 0, ${errorLengthMax})])
  }
  function results() {
    var head = '', text = '', news = '', one
    for (var i = 0; i < done; i++) {
      one = texts[i]
      head += (i > 0 ? ',' : '') + (typeof one === 'string' ? one.length : -one.fault.length)
      text += typeof one === 'string' ? one : one.fault
    }
    texts = without([], null)
    done = 0
    for (i = reported; i < shapes.length; i++) news += (news === '' ? '[' : ',') + listOf(shapes[i])
    return head + '\\n' + (news === '' ? '' : news + ']') + '\\n' + text
  }
  return function (input, lengths, known) {
    if (lengths === undefined) return results()
    learn(parse(known))
    texts = without([], null)
    done = outAt = 0
    var units = parse(lengths), from = 0, size = 0, begun = now(), at = 0, before, metadata, given, type, end, result
    for (var i = 0; i < units.length; i += 3) {
      counted[0] = done
      end = units[i] < 0 ? from : from + units[i]
      before = outAt
      try {
        metadata = cut(input, end, end + units[i + 1])
        type = cut(input, end + units[i + 1], end + units[i + 1] + units[i + 2])
        given = metadata === '' ? {} : parse(metadata)
        if (units[i] < 0) {
          result = makers[-1 - units[i]](numbers, at)
          at += sizes[-1 - units[i]]
        } else result = message(cut(input, from, end))
        result = written(script(result, given, type), metadata, given, type)
        size += result.length
        texts[done] = result
      } catch (error) {
        outAt = before
        texts[done] = { __proto__: null, fault: fault(error) }
      }
      done++
      from = end + units[i + 1] + units[i + 2]
      if (size > ${resultUnitsMax} || now() - begun > ${holdBackMs}) break
    }
    return results()
  }
})`
