const codeEnd = /(?:[{};]|\)\s*:)\s*$/;
const codeStart =
  /^\s*(?:(?:def|class|import|from|return|if|elif|else|for|while|try|except|const|let|var|function|public|private|static|void|int|#include|print|SELECT|INSERT|UPDATE|DELETE|CREATE)\b[^.?!]*[(){}[\];:=*<>]|[@$>]{1,3} \S|<\/?[a-z]+[^>]*>.*>\s*$)/;
const assignment = /^\s*[a-z_][\w.]*(?:\[[^\]]*\])?\s*[-+*/]?=\s*\S+[^.]*$/;

/** Whether a line is program code, which has no sentences. */
export const isCode = (line: string): boolean =>
  line.trim() !== '' &&
  line.length < 200 &&
  (codeEnd.test(line) || codeStart.test(line)) &&
  !/^\s*[-*•]\s/.test(line);

/** Whether so many lines are code that their signs separate no pairs. */
export const isProgram = (lines: readonly string[]): boolean =>
  lines.filter(isCode).length * 4 > lines.length ||
  (lines.some((line) => /^\s*\w+\s*=\s*(?:["'[{(]|\d)/.test(line)) &&
    lines.filter((line) => assignment.test(line)).length * 2 > lines.length);
