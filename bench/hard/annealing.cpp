// Plain annealing for wordsnakes, to compare with: insert, remove, swap, move, another overlap.
//
//   g++ -O2 -std=c++17 -o annealing annealing.cpp
//   ./annealing RULE SECONDS SEED < words        (CPU seconds; prints the placed list)
//
// Containment: a snake is a sequence of laid words, each with an overlap; what does not occur in
// it at last is laid behind it. Laying a word of L letters over k of them costs L*L - k*k.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>

using Mask = unsigned __int128;
struct Step { int overlap, next; Mask seen; };

static std::vector<std::string> words;
static std::map<std::string, int> number;  // of the states: what words begin with
static std::vector<std::string> letters;
static std::vector<std::vector<std::vector<Step>>> steps;  // by state and word, longest overlap first
static std::vector<int> by_length;
static bool pairs;

static int state_of(const std::string &text) {
  for (size_t from = 0; from <= text.size(); from++) {
    auto found = number.find(text.substr(from));
    if (found != number.end()) return found->second;
  }
  return 0;
}

static void build() {
  number[""] = 0;
  letters.push_back("");
  for (auto &word : words)
    for (size_t end = 1; end <= word.size(); end++)
      if (number.emplace(word.substr(0, end), (int)letters.size()).second)
        letters.push_back(word.substr(0, end));
  steps.assign(letters.size(), std::vector<std::vector<Step>>(words.size()));
  for (size_t s = 0; s < letters.size(); s++)
    for (size_t w = 0; w < words.size(); w++) {
      const std::string &tail = letters[s], &word = words[w];
      for (int k = std::min(tail.size(), word.size()); k >= 0; k--) {
        if (tail.compare(tail.size() - k, k, word, 0, k)) continue;
        if (pairs && tail == word) continue;
        std::string snake = tail + word.substr(k);
        Mask seen = 0;
        for (size_t v = 0; v < words.size() && !pairs; v++)
          if (snake.find(words[v]) != std::string::npos) seen |= (Mask)1 << v;
        steps[s][w].push_back({k, pairs ? number[word] : state_of(snake), seen});
        if (pairs) break;  // the longest counts
      }
    }
}

struct Laid { int word, choice; };

static int lay(const std::vector<Laid> &order, std::vector<std::pair<int, int>> *out = nullptr) {
  int state = 0, gain = 0;
  Mask seen = 0;
  auto put = [&](int word, int choice) {
    auto &ways = steps[state][word];
    const Step &step = ways[choice % ways.size()];
    if (out) out->push_back({word, step.overlap});
    gain += step.overlap * step.overlap;
    seen |= step.seen | (Mask)1 << word;
    state = step.next;
  };
  Mask laid = 0;
  for (auto &each : order) put(each.word, each.choice), laid |= (Mask)1 << each.word;
  for (int word : by_length)
    if (!(seen >> word & 1)) put(word, 0), laid |= (Mask)1 << word;
  if (!pairs)
    for (size_t w = 0; w < words.size(); w++)
      if (!(laid >> w & 1)) gain += words[w].size() * words[w].size();
  return gain;
}

int main(int, char **argument) {
  pairs = std::string(argument[1]) == "pairs";
  double seconds = atof(argument[2]);
  std::mt19937_64 random(atoi(argument[3]));
  for (std::string word, rest; std::cin >> word; std::getline(std::cin, rest)) words.push_back(word);
  int n = words.size();
  build();
  for (int w = 0; w < n; w++) by_length.push_back(w);
  std::stable_sort(by_length.begin(), by_length.end(),
                   [](int a, int b) { return words[a].size() > words[b].size(); });
  auto draw = [&](int below) { return (int)(random() % below); };
  std::vector<Laid> order, best;
  int longest = 0;
  for (auto &word : words) longest = std::max(longest, (int)word.size());
  for (int w = 0; w < n; w++) order.push_back({w, 0});
  std::shuffle(order.begin(), order.end(), random);
  std::vector<char> used(n, 1);
  int now = lay(order), most = now;
  best = order;
  double hot = longest * longest / 2.0, heat = hot;
  std::vector<Laid> before;
  clock_t began = clock();
  const int restarts = 3;
  for (long step = 0;; step++) {
    if (step % 1024 == 0) {
      double part = double(clock() - began) / CLOCKS_PER_SEC / seconds * restarts;
      if (part >= restarts) break;
      part -= std::floor(part);
      heat = hot * std::pow(0.3 / hot, part);
    }
    before = order;
    int kind = draw(5), m = order.size();
    int touched = -1;
    if (kind == 0 && m < n) {
      do touched = draw(n); while (used[touched]);
      order.insert(order.begin() + draw(m + 1), {touched, draw(2) ? 0 : draw(8)});
    } else if (kind == 1 && m > 1 && !pairs) {
      int at = draw(m);
      touched = order[at].word;
      order.erase(order.begin() + at);
    } else if (kind == 2 && m > 1) {
      std::swap(order[draw(m)], order[draw(m)]);
    } else if (kind == 3 && m > 1) {
      int from = draw(m), length = 1 + draw(std::min(3, m - from));
      std::vector<Laid> block(order.begin() + from, order.begin() + from + length);
      order.erase(order.begin() + from, order.begin() + from + length);
      order.insert(order.begin() + draw(order.size() + 1), block.begin(), block.end());
    } else if (m) {
      order[draw(m)].choice = draw(8);
    }
    int then = lay(order);
    if (then >= now || std::exp((then - now) / heat) * 18446744073709551615.0 > (double)random()) {
      now = then;
      if (touched >= 0) used[touched] ^= 1;
      if (now > most) most = now, best = order;
    } else {
      order = before;
    }
  }
  std::vector<std::pair<int, int>> placed;
  lay(best, &placed);
  std::string snake;
  std::vector<char> laid(n, 0);
  for (auto &[word, overlap] : placed) {
    std::cout << words[word];
    if (!pairs) std::cout << ' ' << snake.size() - overlap;
    std::cout << '\n';
    snake += words[word].substr(overlap);
    laid[word] = 1;
  }
  for (int w = 0; w < n && !pairs; w++)
    if (!laid[w]) std::cout << words[w] << ' ' << snake.find(words[w]) << '\n';
  std::cerr << most << '\n';
}
