/** Returns a sentence in which options of commands have the names of parameters: `--date-format mdy`, `--map "A=b"`. */
export function inRequests(message: string): string {
  return message
    .replace(/--map "([^"]*=[^"]*)"/g, 'map=$1')
    .replace(/--date-format (\w+)/g, 'date_format=$1')
    .replace(/--(map|country)\b/g, '$1')
}
