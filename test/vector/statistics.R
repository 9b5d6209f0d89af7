# The statistics of evaluations once more, by what R has built in and by their formulas, to compare with those of this project.
# Reads questions, one a line, from standard input, and prints an answer for each. test/support/agreement.ts writes the questions.

shares <- 0.1 + 0.5 * (seq_len(20) - 0.5) / 20

sign_test <- function(wins, losses) {
  n <- wins + losses
  if (n == 0) return(c(1, 1))
  c(binom.test(wins, n)$p.value,
    binom.test(wins, n, alternative = "greater")$p.value)
}

wilson <- function(passes, runs) {
  if (runs == 0) return(c(0, 1))
  as.numeric(suppressWarnings(prop.test(passes, runs, correct = FALSE))$conf.int)
}

# R. G. Newcombe, Statist. Med. 17, 1998, 2635-2650, method 10.
newcombe <- function(e, f, g, h) {
  n <- e + f + g + h
  a <- wilson(e + f, n)
  b <- wilson(e + g, n)
  p <- c((e + f) / n, (e + g) / n)
  margins <- (e + f) * (g + h) * (e + g) * (f + h)
  cross <- e * h - f * g
  phi <- if (margins == 0) 0 else (if (cross > n / 2) cross - n / 2 else min(cross, 0)) / sqrt(margins)
  below <- c(p[1] - a[1], b[2] - p[2])
  above <- c(a[2] - p[1], p[2] - b[1])
  reach <- function(d) sqrt(max(0, d[1]^2 - 2 * phi * d[1] * d[2] + d[2]^2))
  c(p[1] - p[2], p[1] - p[2] - reach(below), p[1] - p[2] + reach(above))
}

pass_of_k <- function(k, runs, passes) {
  c(mean(1 - dhyper(0, passes, runs - passes, k)), mean(dhyper(k, passes, runs - passes, k)))
}

power_fixed <- function(cases, gain, discordance, rate) {
  d <- 0:cases
  k <- qbinom(rate, d, 0.5)
  k <- ifelse(pbinom(k, d, 0.5) <= rate, k, k - 1)
  sum(dbinom(d, cases, discordance) * pbinom(k, d, (discordance - gain) / (2 * discordance)))
}

# Case after case: the chance of each number of wins and losses among those that have not crossed.
power_anytime <- function(cases, gain, discordance, rate) {
  n <- 0:cases
  e <- Reduce(`+`, lapply(shares, function(x) outer((1 + x)^n, (1 - x)^n))) / length(shares)
  win <- (discordance + gain) / 2
  loss <- (discordance - gain) / 2
  open <- matrix(0, cases + 1, cases + 1)
  open[1, 1] <- 1
  crossed <- 0
  for (case in seq_len(cases)) {
    after <- open * (1 - discordance)
    after[-1, ] <- after[-1, ] + win * open[-(cases + 1), ]
    after[, -1] <- after[, -1] + loss * open[, -(cases + 1)]
    done <- e >= 1 / rate
    crossed <- crossed + sum(after[done])
    after[done] <- 0
    open <- after
  }
  crossed
}

log_mean <- function(logs) max(logs) + log(mean(exp(logs - max(logs))))

log_e <- function(values, units, margin) {
  log_mean(vapply(shares / (1 + margin), function(bet) sum(units * log1p(bet * (values - margin))), 0))
}

# Where half of the stake on each side reaches 1 / rate; -1 and 1 where it never does.
sequence <- function(rate, values, units) {
  centre <- if (sum(units) == 0) 0 else sum(values * units) / sum(units)
  excess <- function(m) log_mean(c(log_e(values, units, m), log_e(-values, units, -m))) + log(rate)
  end <- function(edge) {
    if (abs(edge - centre) < 1e-9 || excess(edge * (1 - 1e-9)) < 0) return(edge)
    uniroot(excess, sort(c(centre, edge)) * (1 - 1e-9), tol = 1e-12)$root
  }
  c(end(-1), end(1))
}

confirm <- function(runs, rate, required) {
  low <- vapply(0:runs, function(passes) wilson(passes, runs)[1], 0)
  sum(dbinom((0:runs)[low >= required], runs, rate))
}

columns <- function(numbers, count) matrix(numbers, ncol = count, byrow = TRUE)

answer <- function(name, x) {
  rest <- function(from) x[seq_along(x) >= from]
  switch(name,
    sign = sign_test(x[1], x[2]),
    wilson = wilson(x[1], x[2]),
    newcombe = newcombe(x[1], x[2], x[3], x[4]),
    holm = p.adjust(x, "holm"),
    quantile = quantile(rest(2), x[1] / 100, type = 1, names = FALSE),
    pass_of_k = { cells <- columns(rest(2), 2); pass_of_k(x[1], cells[, 1], cells[, 2]) },
    power_fixed = power_fixed(x[1], x[2], x[3], x[4]),
    cases_to_detect = as.numeric(c(x[1] > 2000 || power_fixed(x[1], x[2], x[3], x[4]) >= x[5],
                                   power_fixed(x[1] - 1, x[2], x[3], x[4]) < x[5])),
    power_anytime = power_anytime(x[1], x[2], x[3], x[4]),
    log_e = { units <- columns(rest(2), 2); log_e(units[, 1], units[, 2], x[1]) },
    sequence = { units <- columns(rest(2), 2); sequence(x[1], units[, 1], units[, 2]) },
    confirm = confirm(x[1], x[2], x[3]))
}

cat(R.version.string, "\n", sep = "")
for (line in readLines(file("stdin"))) {
  words <- strsplit(line, " ")[[1]]
  cat(formatC(answer(words[1], as.numeric(words[-1])), digits = 17, format = "g"), "\n")
}
